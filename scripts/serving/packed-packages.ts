/**
 * Packages of hundreds of files, of which we use a few. In what is built stands what is used of them: loading the rest was more than
 * half of the files of a start, and 60 MB of memory. Every other package is loaded as it lies in node_modules.
 */
export const PACKED_PACKAGES = [/^@stellar\//, /^xrpl$/, /^ripple-/, /^@xrplf\//, /^@noble\//, /^@scure\//, /^zod$/]
