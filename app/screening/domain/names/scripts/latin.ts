/** Any script in Latin letters, one letter or group of them for each sign (`any-ascii`). What names need besides is said beside. */
export { default as latinOf } from 'any-ascii'
