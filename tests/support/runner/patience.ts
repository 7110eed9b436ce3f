/** How long a test waits for what must come: only what never comes fails, however busy the machine. */
export const PATIENCE_MS = 300_000
