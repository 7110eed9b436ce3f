/** Transliterates any script into Latin letters (`any-ascii`). Other files add what names need. */
export { default as latinOf } from 'any-ascii'
