/**
 * Packages of hundreds of files of which we use a few: the build bundles the used ones. Loading the rest was more than
 * half of the files of a start, and 60 MB of memory. Other packages are loaded from node_modules.
 */
export const PACKED_PACKAGES = [/^@stellar\//, /^xrpl$/, /^ripple-/, /^@xrplf\//, /^@noble\//, /^@scure\//, /^zod$/]
