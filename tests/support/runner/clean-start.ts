/**
 * Vitest's set-up file of the projects whose files share a process. Packages are loaded once, which saves most of a
 * file's start; our own modules are evaluated again, so that none remembers an earlier file's world.
 */
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(() => {
  // The next file's routes must not find this file's runtime.
  globalThis.quaysideRuntime = undefined
})
