/**
 * Vitest's set-up file of the projects whose files share a process. Packages are loaded once for all of them, which is
 * most of what a file would wait for; modules of our own are evaluated anew, so that none remembers an earlier file's world.
 */
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(() => {
  // The routes of the next file must not find this one's runtime.
  globalThis.quaysideRuntime = undefined
})
