import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { addColleagues, borrowLogo, createOffice } from './create-office.ts'
import { newFolder, startFoja } from './foja.ts'
import { absent, people } from './people.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders of the prepared offices that tests copy. */
    offices: string
  }
}

async function prepare(folder: string, sample: boolean): Promise<void> {
  await mkdir(folder)
  const foja = await startFoja({}, folder)
  await createOffice(foja.origin, sample)
  await foja.end()
  const colleagues = Object.values(people).flatMap(({ name: nombre, email, role }) =>
    role === 'admin' ? [] : [{ nombre, email, role }],
  )
  const others = (['invited', 'gone'] as const).map((state) => {
    const { name: nombre, email, role } = absent[state]
    return { nombre, email, role, state }
  })
  await addColleagues(foja, sample ? [...colleagues, ...others] : colleagues)
  if (sample) await borrowLogo(foja)
}

/** Creates the offices that tests start from, once: with and without sample cases. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await newFolder()
  await Promise.all([prepare(join(folder, 'plain'), false), prepare(join(folder, 'sample'), true)])
  provide('offices', folder)
  return () => rm(folder, { recursive: true, force: true })
}
