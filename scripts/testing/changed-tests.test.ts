import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findChangedFiles } from './changed-tests.ts'

describe('what has changed', () => {
  /** A repository with a branch that left `main` before `main` went on. */
  function repository() {
    const root = mkdtempSync(join(tmpdir(), 'quayside-changed-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false']
    const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'pipe' })
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    const commit = (name: string) => {
      write(name, 'committed')
      git('add', '-A')
      git('commit', '-qm', name)
    }
    git('init', '-qb', 'main')
    commit('first.ts')
    git('checkout', '-qb', 'branch')
    commit('app/on-the-branch.ts')
    git('checkout', '-q', 'main')
    commit('on-main.ts')
    git('checkout', '-q', 'branch')
    return { root, git, write }
  }

  test('is what differs from the last commit, new files too', async () => {
    const { root, git, write } = repository()
    expect(await findChangedFiles(root, null)).toEqual([])
    write('first.ts', 'changed')
    write('app/größe.ts', 'new')
    expect(await findChangedFiles(root, null)).toEqual(['app/größe.ts', 'first.ts'])
    git('add', '-A')
    expect(await findChangedFiles(root, null)).toEqual(['app/größe.ts', 'first.ts'])
  })

  test('is what the branch brought since it left the base, committed or not', async () => {
    const { root, write } = repository()
    write('first.ts', 'changed')
    expect(await findChangedFiles(root, 'main')).toEqual(['app/on-the-branch.ts', 'first.ts'])
  })

  test('cannot be told of a base that does not exist', async () => {
    const { root } = repository()
    await expect(findChangedFiles(root, 'nowhere')).rejects.toThrow(/^Git cannot tell what has changed: .*nowhere/s)
  })
})
