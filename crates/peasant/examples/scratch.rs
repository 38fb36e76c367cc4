use peasant::prove::scratch;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    scratch(&args[1..]);
}
