import type { PageImages } from '@foja/contracts/common'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, createCase, signedIn, openOffice, type Caller } from '../../../test/office.ts'
import { listed, makeTemplate } from '../../../test/templates.ts'

let person: Caller
const office = await openOffice()
beforeEach(async () => {
  person = await signedIn(office.server, { role: 'mediador', nombre: 'Mudada', id_company: office.company })
})

const imageOf = async (caller: Caller, path: string, body: object) => {
  const { pages } = await bodyOf<PageImages>(await caller.post(path, body), 200)
  return pages[0]!.url
}
const statusOf = async (url: string) => {
  const response = await fetch(office.server.origin + url)
  await response.body?.cancel()
  return response.status
}

/** The text of a page has the address of its image. */
const textOf = (url: string) => url.replace('/page_image/', '/page_text/')

/** Links to each kind of page image (document, template preview and template thumbnail), and to a page's text. */
async function linksOf(caller: Caller): Promise<string[]> {
  const { document } = await createCase(office.usuario)
  const { id } = await makeTemplate(office.gestor)
  const list = await listed(caller)
  const image = await imageOf(caller, '/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
  return [
    image,
    await imageOf(caller, '/api/v1/preview_pdf_template/', { id, data: {}, images: true }),
    list.find((one) => one.id === id)!.thumbnail,
    textOf(image),
  ]
}

describe('a link to a page image', () => {
  const db = () => office.server.deps.db

  it.each<[string, () => Promise<unknown>]>([
    ['moved to another company', async () => await change({ id_company: office.otherCompany })],
    ['was deactivated', async () => await change({ activo: false })],
    [
      'ended the session',
      async () =>
        await db()
          .updateTable('session')
          .set({ revoked_at: office.server.deps.clock() })
          .where('id_user', '=', person.id)
          .execute(),
    ],
  ])('stops working once its user %s', async (_how, happens) => {
    const links = await linksOf(person)
    expect(await Promise.all(links.map(statusOf))).toEqual(links.map(() => 200))
    await happens()
    expect(await Promise.all(links.map(statusOf))).toEqual(links.map(() => 404))
  })

  it.each<[string, boolean, () => Promise<unknown>]>([
    ['set up a second factor', false, async () => await change({ totp_secret: 'x', totp_enabled_at: new Date() })],
    [
      'set up a second factor that the company requires',
      true,
      async () => await change({ totp_secret: 'x', totp_enabled_at: new Date() }),
    ],
    [
      'signed in through the provider while the company requires a second factor',
      true,
      async () =>
        await db().updateTable('session').set({ by_provider: true }).where('id_user', '=', person.id).execute(),
    ],
  ])('works for a user who %s', async (_how, exige_totp, happens) => {
    const links = await linksOf(person)
    const { company } = office
    await happens()
    await db().updateTable('company').set({ exige_totp }).where('id', '=', company).execute()
    expect(await Promise.all(links.map(statusOf))).toEqual(links.map(() => 200))
    await db().updateTable('company').set({ exige_totp: false }).where('id', '=', company).execute()
  })

  it('opens a shared document only while it is shared', async () => {
    const { document } = await createCase(office.usuario)
    const shared = { id_documento: document.id_documento, id_user: office.colega.id }
    await db().insertInto('user_shared').values(shared).execute()
    const link = await imageOf(office.colega, '/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    expect([await statusOf(link), await statusOf(textOf(link))]).toEqual([200, 200])
    await db().deleteFrom('user_shared').where('id_user', '=', office.colega.id).execute()
    expect([await statusOf(link), await statusOf(textOf(link))]).toEqual([404, 404])
  })

  it('opens only what the user may still read in another role', async () => {
    const [, , thumbnail] = await linksOf(person)
    const { document } = await createCase(office.usuario)
    const link = await imageOf(person, '/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    await change({ role: 'usuario' })
    expect([await statusOf(link), await statusOf(thumbnail!)]).toEqual([404, 200])
  })
})

type Change = { id_company?: string; activo?: boolean; role?: 'usuario'; totp_secret?: string; totp_enabled_at?: Date }

async function change(values: Change): Promise<void> {
  await office.server.deps.db.updateTable('app_user').set(values).where('id', '=', person.id).execute()
}
