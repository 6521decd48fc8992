// A page of another site, open in the browser of a signed-in user: none of its attempts has an effect.
import { launchBrowser } from '@foja/testing/browser'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { startFoja } from './support/foja.ts'
import { p12File, passphrase } from './support/keys.ts'
import { call, installOffice, keepCertificate } from './support/wire.ts'

let asked: string[] = []
let paths: string[] = []

/** Everything that a page can make a browser request without a script of the target site. */
const pageOf = (urls: string[]) => `<!doctype html><title>Otra</title>
${urls
  .map(
    (url, index) => `
<img src="${url}"><link rel="prefetch" href="${url}"><link rel="stylesheet" href="${url}"><script src="${url}"></script>
<iframe name="f${index}"></iframe><iframe src="${url}"></iframe><object data="${url}"></object>
<form id="g${index}" target="f${index}" action="${url}"><input name="q" value="Robada"></form>
<form id="p${index}" target="f${index}" action="${url}" method="post" enctype="text/plain"><input name='{"a":"' value='"}'></form>`,
  )
  .join('')}
<script>
const urls = ${JSON.stringify(urls)}
const wait = (ms) => new Promise((done) => setTimeout(done, ms))
window.attack = async () => {
  const answers = []
  for (const [index, url] of urls.entries()) {
    document.getElementById('g' + index).submit()
    await wait(200)
    document.getElementById('p' + index).submit()
    await wait(200)
    for (const mode of ['no-cors', 'cors']) {
      for (const method of ['GET', 'POST']) {
        answers.push(await fetch(url, { mode, method, credentials: 'include' }).then((r) => r.type, () => 'failed'))
      }
    }
  }
  return answers
}
</script>`

const browser = await launchBrowser()
const foja = await startFoja()
const context = await browser.newContext(desktop)
await installOffice(context, foja.origin)
const elsewhere = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end(pageOf(paths.map((path) => foja.origin + path)))
})
await new Promise<void>((done) => elsewhere.listen(0, 'localhost', done))
afterAll(async () => {
  await browser.close()
  await foja.stop()
  elsewhere.close()
})

it('a page of another site removes no signature, ends no session and reads nothing', async () => {
  await keepCertificate(context, foja.origin, p12File('modern', 'p256'), passphrase)
  const page = await context.newPage()
  page.on('request', (request) => asked.push(request.url()))
  paths = ['/api/v1/remove_signature/', '/api/auth/signout', '/api/v1/release_outbox/', '/api/v1/details_users/']
  asked = []
  // A different site than 127.0.0.1, on the same computer.
  const { port } = elsewhere.address() as AddressInfo
  await page.goto(`http://localhost:${port}/`)
  const answers = await page.evaluate<string[]>('window.attack()')
  for (const path of paths) expect(asked.filter((url) => url.startsWith(foja.origin + path)).length).toBeGreaterThan(3)
  expect(answers.filter((type) => type !== 'opaque' && type !== 'failed')).toEqual([])
  const kept = await call<{ has_signature: boolean }>(context, foja.origin, 'do_have_digital_signature/')
  expect(kept.has_signature).toBe(true)
  await page.close()
})
