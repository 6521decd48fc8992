import type { Plugin } from 'vite'

const styleElement = /\/\* @__PURE__ \*\/ jsx\(\s*"style",\s*\{[\s\S]*?\n\s*\}\s*\),/

/**
 * Removes the `<style>` element of Radix Select, which hides the scroll bar of its list and which `style-src 'self'`
 * blocks. If an update of Radix moves it, the build fails.
 */
export function strictStyles(): Plugin {
  return {
    name: 'foja:strict-styles',
    apply: 'build',
    transform: {
      filter: { id: /@radix-ui\/react-select\/dist\/index\.mjs/ },
      handler(code) {
        if (!styleElement.test(code)) this.error('the <style> element of Radix Select was not found')
        return { code: code.replace(styleElement, ''), map: null }
      },
    },
  }
}
