//! A web server that says what a test tells it to, and remembers what it was asked.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What comes back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.into() }
    }

    pub(crate) fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A path that was asked for, and the credentials that came along.
pub(crate) type Asked = (String, Option<String>);

/// A server; it lives as long as the test's process.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Answers by path; the second argument is the server's own address.
    pub(crate) fn start(answer: impl Fn(&str, &str) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address").to_string();
        let server = Self { address: address.clone(), asked: Arc::default() };
        let (asked, answer) = (server.asked.clone(), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (asked, answer, address) = (asked.clone(), answer.clone(), address.clone());
                std::thread::spawn(move || serve(stream, &asked, &|path| answer(path, &address)));
            }
        });
        server
    }

    /// What was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("nobody panics while writing").clone()
    }
}

fn serve(stream: TcpStream, asked: &Mutex<Vec<Asked>>, answer: &dyn Fn(&str) -> Answer) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut lines = BufReader::new(reading).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let headers: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let token = headers.iter().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("authorization").then(|| value.trim().to_owned())
    });
    asked.lock().expect("nobody panics while writing").push((path.clone(), token));
    let answer = answer(&path);
    let mut text = format!("HTTP/1.1 {} X\r\nConnection: close\r\n", answer.status);
    if !answer.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
        text.push_str(&format!("Content-Length: {}\r\n", answer.body.len()));
    }
    answer.headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
    let mut stream = stream;
    // The other side may have heard enough.
    let _ = stream.write_all(format!("{text}\r\n").as_bytes()).and_then(|()| stream.write_all(&answer.body));
}
