// Work with only the latest request done.

/**
 * A function that runs `work` with the argument it was last called with. While one run is under way, no other is begun; what
 * was asked for meanwhile is begun after it, once. So nothing is done for a text that has been typed over already, and
 * nothing waits for a timer.
 */
export function latest<T>(work: (argument: T) => Promise<void>): (argument: T) => void {
  let running = false;
  let next: { argument: T } | undefined;
  return argument => {
    next = { argument };
    if (running) return;
    running = true;
    void (async () => {
      while (next) {
        const { argument } = next;
        next = undefined;
        try {
          await work(argument);
        } catch (fault) {
          console.warn(fault);
        }
      }
      running = false;
    })();
  };
}
