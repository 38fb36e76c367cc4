class Peasant < Formula
  desc "Pawn endings, proved: exact results of chess endings with kings and pawns"
  homepage "@address@"
  version "@version@"
  license "GPL-3.0-or-later"

  on_macos do
    url "@address@/releases/download/v@version@/peasant-@version@-aarch64-macos.tar.gz"
    sha256 "@sha256 aarch64-macos.tar.gz@"
  end

  on_linux do
    url "@address@/releases/download/v@version@/peasant-@version@-x86_64-linux.tar.gz"
    sha256 "@sha256 x86_64-linux.tar.gz@"
  end

  def install
    bin.install "peasant", "peasant-check"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/peasant.bash" => "peasant"
    zsh_completion.install "completions/peasant.zsh" => "_peasant"
    fish_completion.install "completions/peasant.fish"
  end

  test do
    assert_match "White to move wins: only Kb1.", shell_output("#{bin}/peasant solve --no-cache '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -'")
  end
end
