//! The same code compiled for several widths of vector, the widest chosen at run time.

/// Work to run with wide vectors. `run` must be `#[inline(always)]`, and so must what it calls: only what
/// is inlined is compiled for the wider vectors.
pub(crate) trait Work {
    type Output;

    fn run(self) -> Self::Output;
}

/// Runs the work with the widest vectors that the processor has.
#[inline]
pub(crate) fn widest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        let has_avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        if has_avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for every feature that the function needs.
            return unsafe { with_avx512(work) };
        }
        if has_avx2 {
            // SAFETY: the processor has just been asked for every feature that the function needs.
            return unsafe { with_avx2(work) };
        }
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f,avx512vl,bmi1,bmi2,popcnt,lzcnt")]
fn with_avx512<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
