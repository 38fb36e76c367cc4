//! A fact of a store: one that is accepted is written as one that reads the same. To get past the checksum, the input is also taken as the
//! planes of a fact whose head is right; and that fact must not be accepted with one byte changed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::fuzzing::{fact, forged};

fuzz_target!(|bytes: &[u8]| {
    let [goal, form, place, change, planes @ ..] = bytes else {
        return;
    };
    check(*goal, bytes);
    let mut forged = forged(*goal, *form, planes);
    check(*goal, &forged);
    let place = usize::from(*place) % forged.len();
    let change = (*change).max(1);
    forged[place] ^= change;
    assert_eq!(fact(*goal, &forged), None, "byte {place} changed by {change}");
});

/// What was written again must be read as itself.
fn check(goal: u8, bytes: &[u8]) {
    if let Some(again) = fact(goal, bytes) {
        assert_eq!(fact(goal, &again).as_ref(), Some(&again));
    }
}
