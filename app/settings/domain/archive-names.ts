/**
 * Where a file stands in its owner's data copy. An uploader's file name must lead nowhere: no folders, no special
 * characters. `seen`: the paths in use; two files of one name get a number.
 */
export function pathInArchive(file: { transactionId: string; fileName: string }, seen: Set<string>): string {
  const name = file.fileName.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^[. ]+|[. ]+$/g, '') || 'file'
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name.slice(-150)) ?? []
  for (let copy = 1; ; copy += 1) {
    const path = `documents/${file.transactionId}/${stem}${copy === 1 ? '' : ` (${copy})`}${ending}`
    if (seen.has(path.toLowerCase())) continue
    seen.add(path.toLowerCase())
    return path
  }
}
