/** The files that browsers get, as the build lists them (scripts/serving/compress-files.ts). */
export type ServedFile = {
  size: number
  /** Changes with the content. */
  etag: string
  /** The sizes of the compressed files beside it, where there are any. */
  br?: number
  gz?: number
}

/** By their paths in addresses. */
export type FileList = Record<string, ServedFile>

/** Lies in the folder of the files, and is none of them. */
export const FILE_LIST = '.files.json'
