import { readConfig } from '../src/config.ts'
import { startServer } from '../src/start-server.ts'
import { bodyOf, Caller } from './office.ts'
import { TestClient } from './test-client.ts'

const [email, password] = ['ana@oficina.example', 'seis gatos leen el diario']
/** Opens the backups of the tests. */
export const secret = { FOJA_BACKUP_PASSPHRASE: 'once llaves cuelgan del muro' }

/** Starts a server as in production; `settings` select the database. */
export async function startOn(settings: Record<string, string>) {
  const server = await startServer({
    config: readConfig({
      ...settings,
      PORT: '0',
      LOG_LEVEL: 'silent',
      FOJA_ADMIN_EMAIL: email,
      FOJA_ADMIN_PASSWORD: password,
    }),
  })
  const client = new TestClient(server.url)
  await client.signIn(email, password)
  const token = await client.token()
  return { server, admin: new Caller(server.url, '', email, token!) }
}

export type Id = { id_documento: string }

export async function upload(admin: Caller, bytes: Buffer, name: string): Promise<Id> {
  const answer = await admin.upload('/api/v1/upload_document/', [{ name, bytes }], {})
  return (await bodyOf<{ documents: Id[] }>(answer, 201)).documents[0]!
}
