/**
 * All of i18next that react-i18next needs in the browser, where i18n.client.ts translates. vite.config.ts puts this
 * file in i18next's place for the browser's build: the package cannot be tree-shaken and would add 15 kB to every page.
 */

/** Turns a selector function into a key. Our keys are strings, so that they can be found by searching for them. */
export function keyFromSelector(): never {
  throw new Error('Keys of sentences are strings here, not selector functions.')
}
