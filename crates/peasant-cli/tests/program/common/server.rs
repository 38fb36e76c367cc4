//! A server, and what it says over plain connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::{program, text};

/// No answer takes longer, however slow the machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a port of its own, which ends with the test.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Server {
    pub fn start(options: &[&str]) -> Server {
        let mut command = program();
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-cache"]);
        let mut child = command
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out)
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line
            .strip_prefix("Listening on http://")
            .and_then(|rest| rest.split('/').next());
        let address = address.expect(&line).parse().expect("an address");
        Server { child, address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// A request as it stands, and all that comes back until the connection ends.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // What is refused early may not be read to its end.
        _ = stream.write_all(request);
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        Answer::read(&answer)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let (address, length) = (self.address, body.len());
        let host = match headers.contains("Host:") {
            true => String::new(),
            false => format!("Host: {address}\r\n"),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        self.raw(request.as_bytes())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    /// Events up to the end of the stream: the name and the data.
    pub fn watch(&self, path: &str) -> Vec<(String, Value)> {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{answer:?}");
        let body = unchunked(&answer.body);
        let events = body.split("\n\n").filter(|event| event.contains("event: "));
        let event = |text: &str| {
            let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
            let data = field("data: ").expect("data");
            let name = field("event: ").expect("a name").to_owned();
            (name, serde_json::from_str(data).expect("JSON"))
        };
        events.map(event).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Answer {
    pub fn read(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.map_or(bytes.len(), |end| end + 4));
        let head = String::from_utf8_lossy(head).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head,
            body: body.to_vec(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The sentence and the cure of an error.
    pub fn error(&self) -> (String, String) {
        let object = self.json();
        let field = |name: &str| {
            object["error"][name]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!(object["schema"], 1);
        (field("message"), field("cure"))
    }
}

/// A body that comes in chunks.
pub fn unchunked(body: &[u8]) -> String {
    let (mut rest, mut whole) = (body, Vec::new());
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&text(&rest[..end]), 16).expect("a size");
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
        if size == 0 {
            break;
        }
    }
    text(&whole)
}

/// A FEN for an address.
pub fn encoded(fen: &str) -> String {
    fen.replace(' ', "+")
}
