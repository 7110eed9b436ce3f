/** Polls of the page for the payment, and seconds between them (spec §4, §9). The watcher continues afterwards. */
export const POLLS = 10
export const POLL_SECONDS = 7
