import { RecipientPage } from '../../features/recipient/components/recipient-page.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { routeOf } from '../route-search.ts'
import { ConnectionBand } from '../shell/connection-band.tsx'
import { HelpLink } from '../shell/help-link.tsx'
import { Logo } from '../shell/logo.tsx'
import { ColorModeToggle, LanguageToggle } from '../shell/preference-buttons.tsx'
import { mainId, SkipLink } from '../shell/skip-link.tsx'

const route = routeOf('/pedido')

/** Page of a recipient without an account: no session is used, and no error leads to /refresh. */
export function RecipientRoute() {
  const { p = '' } = route.useSearch()
  const phone = useMedia(phoneQuery)
  const tools = (
    <>
      <LanguageToggle compact={phone} />
      <ColorModeToggle />
      <HelpLink />
    </>
  )
  return (
    <>
      <SkipLink />
      <RecipientPage key={p} token={p} mainId={mainId} brand={<Logo />} tools={tools} />
      <ConnectionBand raised />
    </>
  )
}
