/** The browsers' files, as the build lists them (scripts/serving/compress-files.ts). */
export type ServedFile = {
  size: number
  etag: string
  /** Sizes of the compressed files beside it. */
  br?: number
  gz?: number
}

/** By URL path. */
export type FileList = Record<string, ServedFile>

/** In the folder of the files, and never served. */
export const FILE_LIST = '.files.json'
