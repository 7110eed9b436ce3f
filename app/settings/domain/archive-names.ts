/**
 * Where a file stands in the copy that its owner gets. What was typed by whoever uploaded it must lead nowhere: no folders, no
 * signs that a file system takes for something else. `seen`: the paths that are taken; two files of one name get a number.
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
