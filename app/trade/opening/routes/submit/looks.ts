/** The page looks for the payment so often, this many seconds apart (spec §4, §9). The watcher goes on without it. */
export const LOOKS = 10
export const LOOK_SECONDS = 7
