import { expect, test } from 'vitest'
import { pathInArchive } from './archive-names.ts'

const ID = 'auto_7K3MQ9XHW2TPV4ZD0000'

test.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\x.exe', 'C__Windows_x.exe'],
  ['...', 'file'],
  ['', 'file'],
  ['a\u202egnp.exe', 'a_gnp.exe'],
  ['накладная.pdf', 'накладная.pdf'],
])('%j stands in the copy as %j', (fileName, shown) => {
  expect(pathInArchive({ transactionId: ID, fileName }, new Set())).toBe(`documents/${ID}/${shown}`)
})

test('files of one name are all in it, whatever letters a file system takes for the same', () => {
  const seen = new Set<string>()
  const names = ['photo.jpg', 'photo.jpg', 'PHOTO.JPG', 'photo'].map((fileName) =>
    pathInArchive({ transactionId: ID, fileName }, seen),
  )
  expect(names.map((name) => name.split('/').at(-1))).toEqual(['photo.jpg', 'photo (2).jpg', 'PHOTO (3).JPG', 'photo'])
})
