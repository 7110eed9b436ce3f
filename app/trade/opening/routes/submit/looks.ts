/** Polls of the page for the payment, and seconds between them (spec §4, §9). The watcher continues afterwards. */
export const LOOKS = 10
export const LOOK_SECONDS = 7
