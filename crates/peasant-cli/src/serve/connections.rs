//! Who is connected. A client that has not said what it wants, or says nothing any more, makes room for others.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// So many connections wait for a request: of all clients, and of one address. Of more the one that waits longest is closed.
const WAITING: usize = 256;
const WAITING_OF_ONE: usize = 64;

/// One address holds so many connections, those that are answered included; more are closed at once.
const OF_ONE: usize = 256;

/// All connections.
#[derive(Default)]
pub struct Connections(Mutex<Open>);

#[derive(Default)]
struct Open {
    connections: Vec<Connection>,
    clock: u64,
}

struct Connection {
    id: u64,
    address: IpAddr,
    /// Closes it.
    task: Option<AbortHandle>,
    /// Since when it waits for a request; `None` while one is answered.
    waits_since: Option<u64>,
}

/// A connection's place among all, free again when this is dropped.
pub struct Place {
    connections: Arc<Connections>,
    id: u64,
}

/// A request of a connection is answered until this is dropped.
pub struct Answering(Arc<Place>);

impl Connections {
    /// A place for a connection from an address; `None`: that address has too many.
    pub fn enter(self: &Arc<Connections>, address: IpAddr) -> Option<Place> {
        let mut open = self.open();
        let of_one = open
            .connections
            .iter()
            .filter(|other| other.address == address);
        if of_one.count() >= OF_ONE {
            return None;
        }
        let id = open.tick();
        open.connections.push(Connection {
            id,
            address,
            task: None,
            waits_since: Some(id),
        });
        open.make_room(address);
        Some(Place {
            connections: Arc::clone(self),
            id,
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn connection(&mut self, id: u64) -> Option<&mut Connection> {
        self.connections
            .iter_mut()
            .find(|connection| connection.id == id)
    }

    /// Closes those that wait longest, if too many do.
    fn make_room(&mut self, address: IpAddr) {
        self.close_all_but(WAITING_OF_ONE, |connection| connection.address == address);
        self.close_all_but(WAITING, |_| true);
    }

    fn close_all_but(&mut self, most: usize, is_meant: impl Fn(&Connection) -> bool) {
        let meant = self.connections.iter().filter(|other| is_meant(other));
        let mut waiting: Vec<_> = meant
            .filter_map(|connection| Some((connection.waits_since?, connection.id)))
            .collect();
        waiting.sort_unstable();
        for &(_, id) in &waiting[..waiting.len().saturating_sub(most)] {
            let place = self.connections.iter().position(|other| other.id == id);
            // It counts no more, though its task may take a moment to end.
            let closed = place.map(|place| self.connections.remove(place));
            if let Some(task) = closed.and_then(|closed| closed.task) {
                task.abort();
            }
        }
    }
}

impl Place {
    /// The task that serves the connection.
    pub fn served_by(&self, task: AbortHandle) {
        if let Some(connection) = self.connections.open().connection(self.id) {
            connection.task = Some(task);
        }
    }

    /// A request has come.
    pub fn answering(self: &Arc<Place>) -> Answering {
        if let Some(connection) = self.connections.open().connection(self.id) {
            connection.waits_since = None;
        }
        Answering(Arc::clone(self))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.connections
            .retain(|connection| connection.id != self.id);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut open = self.0.connections.open();
        let now = open.tick();
        if let Some(connection) = open.connection(self.0.id) {
            connection.waits_since = Some(now);
            let address = connection.address;
            open.make_room(address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(last: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, last).into()
    }

    fn waiting(connections: &Connections) -> usize {
        let open = connections.open();
        let waiting = open
            .connections
            .iter()
            .filter(|other| other.waits_since.is_some());
        waiting.count()
    }

    #[test]
    fn those_that_say_nothing_make_room() {
        let all = Arc::new(Connections::default());
        let enter = |from| Arc::new(all.enter(address(from)).expect("there is room"));
        let honest = enter(1);
        let answering = honest.answering();
        let mut silent: Vec<_> = (0..2 * WAITING_OF_ONE).map(|_| enter(1)).collect();
        assert_eq!(waiting(&all), WAITING_OF_ONE);
        for from in 2..10 {
            silent.extend((0..WAITING_OF_ONE).map(|_| enter(from)));
        }
        assert_eq!(waiting(&all), WAITING);
        // Who is answered stays, and waits as the youngest when that is over.
        drop(answering);
        assert_eq!(waiting(&all), WAITING);
        let since =
            |all: &Connections| all.open().connection(honest.id).and_then(|c| c.waits_since);
        assert!(since(&all).is_some());
        drop(silent);
        assert_eq!(waiting(&all), 1);
        drop(honest);
        assert!(all.open().connections.is_empty());
    }

    /// However slowly the tasks of those that are closed end.
    #[test]
    fn those_on_their_way_out_do_not_count() {
        let all = Arc::new(Connections::default());
        let enter = |_| all.enter(address(1)).expect("there is room");
        let silent: Vec<_> = (0..2 * OF_ONE).map(enter).collect();
        assert_eq!(waiting(&all), WAITING_OF_ONE);
        drop(silent);
        assert_eq!(waiting(&all), 0);
    }

    #[test]
    fn one_address_does_not_hold_all() {
        let all = Arc::new(Connections::default());
        let enter = |from| all.enter(address(from)).map(Arc::new);
        let answered = |_| enter(1).map(|place| place.answering());
        let held: Vec<_> = (0..OF_ONE).map_while(answered).collect();
        assert_eq!(held.len(), OF_ONE);
        assert!(enter(1).is_none());
        assert!(enter(2).is_some());
    }
}
