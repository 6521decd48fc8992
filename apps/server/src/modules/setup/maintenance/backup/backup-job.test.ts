import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeOldBackups } from './archive-place.ts'
import { dueDay, isBackupDue, isBackupOld, nextBackupAt } from './backup-schedule.ts'
import type { BackupState } from './backup-state.ts'

const at = (text: string) => new Date(text)
const state = (status: BackupState['status'], since: string): BackupState => ({
  day: '2026-03-10',
  at: since,
  status,
  detail: '',
  completed: null,
})

describe('the backup of a day', () => {
  it('is due from its time of day in the zone of the office', () => {
    expect(dueDay(at('2026-03-10T08:00:00Z'), { time: '03:00', zone: 'America/Guayaquil' })).toBe('2026-03-10')
    expect(dueDay(at('2026-03-10T07:59:00Z'), { time: '03:00', zone: 'America/Guayaquil' })).toBe('2026-03-09')
    expect(dueDay(at('2026-03-10T07:59:00Z'), { time: '03:00', zone: 'Europe/Madrid' })).toBe('2026-03-10')
  })

  it('is made once, again an hour after a failure, and again after the end of its process', () => {
    const now = at('2026-03-10T12:00:00Z')
    expect(isBackupDue(null, '2026-03-10', now)).toBe(true)
    expect(isBackupDue(state('done', '2026-03-10T08:00:00Z'), '2026-03-10', now)).toBe(false)
    expect(isBackupDue(state('done', '2026-03-10T08:00:00Z'), '2026-03-11', now)).toBe(true)
    expect(isBackupDue(state('failed', '2026-03-10T11:30:00Z'), '2026-03-10', now)).toBe(false)
    expect(isBackupDue(state('failed', '2026-03-10T10:30:00Z'), '2026-03-10', now)).toBe(true)
    expect(isBackupDue(state('running', '2026-03-10T10:30:00Z'), '2026-03-11', now)).toBe(false)
    expect(isBackupDue(state('running', '2026-03-10T08:30:00Z'), '2026-03-10', now)).toBe(true)
    expect(isBackupDue(state('asked', '2026-03-10T11:59:00Z'), '2026-03-10', now)).toBe(true)
  })

  it('is due next at its time, an hour after a failure, or now', () => {
    const schedule = { time: '03:30', zone: 'America/Guayaquil' }
    const next = (known: BackupState | null, now: string) => nextBackupAt(known, schedule, at(now)).toISOString()
    const done = state('done', '2026-03-10T08:40:00Z')
    expect(next(done, '2026-03-10T12:00:00Z')).toBe('2026-03-11T08:30:00.000Z')
    expect(next(done, '2026-03-11T08:29:00Z')).toBe('2026-03-11T08:30:00.000Z')
    expect(next(done, '2026-03-11T09:00:00Z')).toBe('2026-03-11T09:00:00.000Z')
    expect(next(state('failed', '2026-03-10T08:40:00Z'), '2026-03-10T09:00:00Z')).toBe('2026-03-10T09:40:00.000Z')
    expect(next(null, '2026-03-10T09:00:00Z')).toBe('2026-03-10T09:00:00.000Z')
  })

  it('is old after twice its period', () => {
    const known = { ...state('failed', '2026-03-10T08:40:00Z'), completed: '2026-03-08T08:00:00.000Z' }
    expect(isBackupOld(known, at('2026-03-10T08:00:00Z'))).toBe(false)
    expect(isBackupOld(known, at('2026-03-10T08:00:01Z'))).toBe(true)
    expect(isBackupOld({ ...known, completed: null }, at('2026-03-10T08:00:01Z'))).toBe(false)
  })

  it('replaces the oldest ones, and leaves other files alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foja-keep-'))
    const days = ['08', '09', '10'].map((day) => `foja-202603${day}-080000.age`)
    const others = ['foja.age', 'antes-de-actualizar.age']
    for (const name of [...days, ...others, 'foja-20260307-080000.age.0a1b2c.part'])
      await writeFile(join(folder, name), '')
    await removeOldBackups({ folder }, 2)
    expect((await readdir(folder)).toSorted()).toEqual([...days.slice(1), ...others].toSorted())
    await rm(folder, { recursive: true })
  })

  it('on request replaces only the others of its day', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foja-keep-'))
    const made = ['20260309-080000', '20260310-080000', '20260310-090000', '20260310-100000']
    for (const moment of made) await writeFile(join(folder, `foja-${moment}.age`), '')
    await removeOldBackups({ folder }, 2)
    expect((await readdir(folder)).toSorted()).toEqual(['foja-20260309-080000.age', 'foja-20260310-100000.age'])
    await rm(folder, { recursive: true })
  })
})
