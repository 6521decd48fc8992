import { describeDevice } from './describe-device.ts'
import { useSecurityTexts } from './texts/security.ts'

/** Returns a function that names a device by its User-Agent: «Chrome en Windows». */
export function useDeviceName(): (userAgent: string | null) => string {
  const security = useSecurityTexts()
  const { browserOn, unknownBrowser, unknown } = security.devices
  return (userAgent) => {
    const { browser, system } = describeDevice(userAgent)
    if (browser === null && system === null) return unknown
    return system === null ? (browser ?? unknown) : browserOn(browser ?? unknownBrowser, system)
  }
}
