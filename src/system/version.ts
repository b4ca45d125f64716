// The version of this installation, as its package says.
import packageJson from '../../package.json' with { type: 'json' }

export const version: string = packageJson.version
