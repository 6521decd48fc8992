import { openDatabase } from '@foja/db/open-database'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Foja } from './foja.ts'
import { admin } from './people.ts'

/** The first company with its administrator. */
export async function createOffice(origin: string, sample = false): Promise<void> {
  const body = {
    company: { nombre: admin.company, pais: 'EC' },
    admin: { nombre: admin.name, email: admin.email, password: admin.password },
    sample_data: sample,
  }
  const reply = await fetch(`${origin}/api/v1/setup/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`)
}

type Colleague = {
  email: string
  nombre: string
  role: 'gestor' | 'mediador' | 'usuario'
  company?: string
  /** Default: active. */
  state?: 'invited' | 'gone'
}

/**
 * Adds users to the database of a stopped Foja, with the administrator's password; `company` names a second company.
 */
export async function addColleagues({ folder }: Pick<Foja, 'folder'>, people: readonly Colleague[]): Promise<void> {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const { kysely, close } = await openDatabase({ folder: join(folder, 'data', 'db'), logger: quiet })
  try {
    const first = await kysely
      .selectFrom('app_user')
      .innerJoin('company', 'company.id', 'app_user.id_company')
      .where('role', '=', 'admin')
      .select(['password_hash', 'company.id as company'])
      .executeTakeFirstOrThrow()
    for (const { company, state, ...person } of people) {
      const id_company = company === undefined ? first.company : randomUUID()
      if (company !== undefined)
        await kysely.insertInto('company').values({ id: id_company, nombre: company }).execute()
      const password_hash = state === 'invited' ? null : first.password_hash
      const row = { ...person, id: randomUUID(), id_company, password_hash, activo: state !== 'gone' }
      await kysely.insertInto('app_user').values(row).execute()
    }
  } finally {
    await close()
  }
}

/** Gives the company of the administrator the logo of the sample's. */
export async function borrowLogo({ folder }: Pick<Foja, 'folder'>): Promise<void> {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const { kysely, close } = await openDatabase({ folder: join(folder, 'data', 'db'), logger: quiet })
  try {
    const logo = kysely.selectFrom('company').where('logo_key', 'is not', null).select('logo_key').limit(1)
    await kysely.updateTable('company').set({ logo_key: logo }).where('nombre', '=', admin.company).execute()
  } finally {
    await close()
  }
}
