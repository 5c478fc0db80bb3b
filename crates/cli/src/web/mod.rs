//! `weakfish play --web`: the playground in a browser, with this program as its engine.
//!
//! The page is a folder of files that the program does not hold itself, so that it is built without Node and WebAssembly.
//! It is served to this machine alone. Whoever knows the token in the address may search; no other page that the
//! browser shows can come by it, nor reach the server under another name.

mod answer;
mod browser;
mod content;
mod engine;
mod guard;
mod opened;
mod question;
mod server;
mod site;
mod thought;

use std::net::Ipv4Addr;
use std::num::NonZero;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::runtime;

use super::console::{Console, Failure};
pub(super) use browser::Browser;
use engine::Engine;
use guard::{Guard, Token};
pub(super) use opened::Opened;
use server::Server;
use site::Site;

/// Serves the page, which opens a game if there is one, until the program is ended.
pub(super) fn run(console: &mut Console, browser: &Browser, opened: Option<Opened>) -> Result<(), Failure> {
    let site = Site::find(browser.page.as_deref())?;
    let token = Token::random()?;
    let runtime = runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let port = browser.port.map_or(0, NonZero::get);
    let bound = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
    let bound = bound.and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
    let (port, listener) = match bound {
        Ok(bound) => bound,
        Err(error) => {
            console.note(format_args!("weakfish: can't listen on port {port}: {error}; `--port` names another one"));
            return Err(Failure::Told);
        }
    };
    console.line(format_args!("http://127.0.0.1:{port}/#token={token}"))?;
    console.flush()?;
    console.note("Open this address in a browser on this machine. Whoever has it may use the engine; Ctrl-C ends it.");
    let engine = Engine::new(browser.threads, opened.as_ref());
    let server = Server { guard: Guard::new(port, &token), site, engine: Arc::new(engine), opened };
    runtime.block_on(Arc::new(server).serve(listener));
    Ok(())
}
