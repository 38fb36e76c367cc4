//! What the machine has.

use std::sync::Once;

use sysinfo::System;

use super::stderr;

/// Proofs may take this part of the memory that is free when the program starts: two programs may run side by side, and
/// something is left for the rest of the machine.
const SHARE: u64 = 3;

/// But never less than so much.
const LEAST: u64 = 512 << 20;

/// The program itself, its threads and the table of opinions take so much, of what the user gives at most three quarters.
const PROGRAM: u64 = 40 << 20;

/// If the machine does not say what it has.
const UNKNOWN: u64 = 4096 << 20;

/// How much memory each of so many computations side by side may take, in bytes: their parts of what the user says for all of
/// them, or else of a share of what the machine has free.
pub fn memory(chosen: Option<u64>, side_by_side: usize) -> u64 {
    let wanted = chosen.unwrap_or_else(|| share(free()));
    let most = address_space().map_or(u64::MAX, part);
    if chosen.is_some() && wanted > most {
        static ONCE: Once = Once::new();
        let mib = most >> 20;
        ONCE.call_once(|| {
            stderr::warn(format!(
                "this process may have no more memory than {mib} MiB for proofs (ulimit -v)"
            ))
        });
    }
    let wanted = wanted.saturating_sub(PROGRAM).max(wanted / 4);
    wanted.min(most) / side_by_side.max(1) as u64
}

/// What of an address space that is limited proofs may take: threads, files and the room of a computation need some too.
fn part(free: u64) -> u64 {
    (free / 2).max(1 << 20)
}

/// Bytes of address space that this process may still take, if that is limited and the system says so.
fn address_space() -> Option<u64> {
    let read = |name| std::fs::read_to_string(name).ok();
    let limit = limit(&read("/proc/self/limits")?)?;
    let used: u64 = read("/proc/self/statm")?.split(' ').next()?.parse().ok()?;
    // In pages, of 4 KiB nearly everywhere.
    Some(limit.saturating_sub(used << 12))
}

/// The limit on the address space in the system's list of limits.
fn limit(list: &str) -> Option<u64> {
    let line = list
        .lines()
        .find(|line| line.starts_with("Max address space"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

/// The share of so much free memory. `None`: it is not known how much.
fn share(free: Option<u64>) -> u64 {
    free.map_or(UNKNOWN, |free| (free / SHARE).max(LEAST))
}

/// Bytes that are free, of the machine or of what this process may have of it.
fn free() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0)?;
    let group = system.cgroup_limits().map(|limits| limits.free_memory);
    Some(group.map_or(machine, |group| machine.min(group)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_is_parted() {
        assert_eq!(memory(Some(140 << 20), 1), 100 << 20);
        assert_eq!(memory(Some(140 << 20), 2), 50 << 20);
        assert_eq!(memory(Some(8 << 20), 1), 2 << 20);
        let (one, four) = (memory(None, 1), memory(None, 4));
        assert!(one >= LEAST, "{one}");
        // What is free changes while we look.
        assert!(four < one / 2, "{four} of {one}");
    }

    #[test]
    fn a_limit_on_addresses_is_read() {
        let list = "Limit                     Soft Limit           Hard Limit           Units     \n\
            Max address space         1024000000           unlimited            bytes     \n";
        assert_eq!(limit(list), Some(1_024_000_000));
        assert_eq!(limit(&list.replace("1024000000", "unlimited")), None);
        assert_eq!(limit(""), None);
    }

    #[test]
    fn a_share_is_a_third_but_not_too_little() {
        assert_eq!(share(Some(24 << 30)), 8 << 30);
        assert_eq!(share(Some(1 << 30)), LEAST);
        assert_eq!(share(None), UNKNOWN);
    }
}
