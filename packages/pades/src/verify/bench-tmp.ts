import { createPki, at } from './testing/pki.ts'
import { contract } from './testing/tiny-pdf.ts'
const pki = createPki()
let pdf: Uint8Array = contract()
for (let i = 0; i < 10; i++) {
  pki.state.now = at(i / 10)
  pdf = await pki.sign(pdf, pki.issue({ commonName: 'Ana' + i }), 'B-LTA')
}
for (let k = 0; k < 5; k++) {
  const t = performance.now()
  const r = pki.check(pdf, at(4))
  console.log(performance.now() - t, r.summary, r.signatures.length)
}
