/** How long a test waits for what must come: a busy machine takes its time, and only what never comes fails. */
export const PATIENCE_MS = 300_000
