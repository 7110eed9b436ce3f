/**
 * The address of the built script of the frame. It is built as one classic script, like a worker, because a frame without
 * an origin may load no modules. The page's part imports this file too, so that the script is among the browser's files.
 */
export { default as SCRIPT_URL } from './draw.ts?worker&url'
