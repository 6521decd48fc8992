import { Alert } from '../ui/alert.tsx'
import { useDomainTexts } from './texts/domain.ts'

/** True for an address that leads every device to itself. */
export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)
}

/** Beside a link to be sent: says that it only opens on this computer, and what to do. Nothing for other links. */
export function LocalLinkNotice({ url }: { url: string }) {
  const { localLink } = useDomainTexts()
  return isLoopback(url) ? <Alert variant="warning">{localLink}</Alert> : null
}
