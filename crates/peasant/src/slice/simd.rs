//! The same code compiled for several widths of vector, the widest chosen at run time.

/// How wide the vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// What every processor of the kind has.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Width {
    #[cfg(all(test, target_arch = "x86_64"))]
    pub const ALL: [Width; 2] = [Width::Baseline, Width::Avx2];
    #[cfg(all(test, not(target_arch = "x86_64")))]
    pub const ALL: [Width; 1] = [Width::Baseline];

    /// Has the processor all that this width needs?
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    #[inline]
    pub fn is_available(self) -> bool {
        match self {
            Width::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("lzcnt")
            }
        }
    }
}

/// The widest vectors that the processor has.
#[cfg(not(test))]
#[inline]
pub(crate) fn width() -> Width {
    available()
}

#[inline]
fn available() -> Width {
    #[cfg(target_arch = "x86_64")]
    if Width::Avx2.is_available() {
        return Width::Avx2;
    }
    Width::Baseline
}

#[cfg(test)]
thread_local! {
    /// The width that a test wants on this thread.
    static FORCED: std::cell::Cell<Option<Width>> = const { std::cell::Cell::new(None) };
}

#[cfg(test)]
pub(crate) fn width() -> Width {
    FORCED.get().unwrap_or_else(available)
}

/// Runs all slices that this thread solves meanwhile with one width, which must be available.
#[cfg(test)]
pub(crate) fn with_width<T>(width: Width, run: impl FnOnce() -> T) -> T {
    assert!(width.is_available(), "{width:?}");
    FORCED.set(Some(width));
    let result = run();
    FORCED.set(None);
    result
}

/// A function that is compiled for every width of vector and runs with the widest. What it calls must be
/// `#[inline(always)]`, and no closure: only what is inlined is compiled for the wider vectors. Generics stand in
/// brackets before the name.
macro_rules! vectorised {
    (
        $(#[$about:meta])*
        $visibility:vis fn [$($generics:tt)*] $name:ident($($argument:ident: $type:ty),* $(,)?)
        $(-> $output:ty)? $body:block
    ) => {
        $(#[$about])*
        $visibility fn $name<$($generics)*>($($argument: $type),*) $(-> $output)? {
            #[inline(always)]
            fn any_width<$($generics)*>($($argument: $type),*) $(-> $output)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn avx2<$($generics)*>($($argument: $type),*) $(-> $output)? {
                any_width($($argument),*)
            }

            match $crate::slice::simd::width() {
                $crate::slice::simd::Width::Baseline => any_width($($argument),*),
                // SAFETY: the processor has been asked for every feature that the function needs.
                #[cfg(target_arch = "x86_64")]
                $crate::slice::simd::Width::Avx2 => unsafe { avx2($($argument),*) },
            }
        }
    };
}

pub(crate) use vectorised;
