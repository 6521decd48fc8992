import type { SystemStatus } from '@foja/contracts/status'
import type { Format } from '../../lib/format/format.ts'
import type { status } from './texts/status.ts'

/** The page as text, for support. The server's sentences name hosts, never passwords. */
export function writeReport(
  { services, backup, certificates, version }: SystemStatus,
  texts: typeof status,
  format: Format,
) {
  const latest = services
    .map(({ checked_at }) => checked_at)
    .toSorted()
    .at(-1)
  const when = latest === undefined ? [] : [format.dateTime(latest)]
  const lines = services.map(({ service, state, sentence, next, effect, since }) => {
    const began = since === null ? [] : [texts.sinceTime(format.dateTime(since))]
    const said = [sentence, ...[next, effect].flatMap((one) => one ?? []), ...began].map((one) =>
      one.replace(/\.$/, ''),
    )
    return `${texts.states[state]} · ${texts.services[service]}: ${said.join('. ')}.`
  })
  const saved = [
    ...(backup.last === null ? [] : [format.dateTime(backup.last.at)]),
    ...[backup.problem, backup.next].flatMap((one) => one?.replace(/\.$/, '') ?? []),
  ]
  const backupState = backup.state === 'off' ? texts.backup.off : texts.states[backup.state]
  const ending = certificates.map(({ nombre, not_after }) => `${nombre}: ${format.date(not_after)}`)
  return [
    [`Foja ${version.foja}`, `Node ${version.node}`, ...when].join(' · '),
    '',
    ...lines,
    `${backupState} · ${texts.backup.title}: ${saved.join('. ')}.`,
    ...(ending.length === 0 ? [] : ['', texts.certificates, ...ending]),
  ].join('\n')
}
