//! How much memory there is.

/// The memory in MiB that a program can still use, on systems that say so as Linux does.
pub(crate) fn free_mebibytes() -> Option<usize> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
    let system = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<usize>().ok()
    });
    // A container may have less than the system.
    let limit = number("/sys/fs/cgroup/memory.max");
    let container = limit.zip(number("/sys/fs/cgroup/memory.current")).map(|(max, used)| max.saturating_sub(used));
    system.map(|kibibytes| kibibytes >> 10).into_iter().chain(container.map(|bytes| bytes >> 20)).min()
}
