// Runs before `npm start`, `npm test` and `npm run dev` on the system's Node, before packages are installed: plain
// JavaScript without dependencies, in the syntax of Node 18, so that an old Node gets an error message.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './bootstrap/compress.mjs'
import { isInstalled, missingPrograms } from './bootstrap/packages.mjs'
import { compactRouteManifest } from './bootstrap/route-manifest.mjs'
import { timed } from './bootstrap/run.mjs'
import { fingerprint, isBuilt, markBuilt } from './bootstrap/sources.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const leastNode = [24, 16]
/** An older npm leaves out required packages. */
const leastSystemNode = [20, 17]

refuseOldNode(process.version)
if (!isInstalled(root) || missing().length > 0) await install()
if (missing().length > 0) {
  stop(
    `npm ci left out what ${process.platform}-${process.arch} needs: ${missing().join(', ')}. ` +
      'Check the settings of npm (npm config get omit os cpu libc) and that nothing removed files from node_modules.',
  )
}
const node = nodeForTheApp()
if (process.argv.includes('--build') && !isBuilt(root)) await build()

async function install() {
  // npm may run this script with the Node of node_modules; npm ci must not run on the Node that it removes.
  const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env
  const [command, ...before] = npm && npmNode ? [systemNode(npmNode), npm] : ['npm']
  if (npm && npmNode) refuseOldNode(versionOf(command) ?? process.version)
  const args = [
    ...before,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  try {
    await timed('Installing packages', command, args, { cwd: root })
  } catch (error) {
    stop(`Packages could not be installed (npm ci): ${npmReason(error)}`)
  }
}

function refuseOldNode(version) {
  if (isAtLeast(version, leastSystemNode)) return
  stop(`This is Node ${version}: install Node ${leastSystemNode.join('.')} or newer (https://nodejs.org)`)
}

function isAtLeast(version, [leastMajor, leastMinor]) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

function missing() {
  const { platform, arch } = process
  // Otherwise the report resolves the host names of open connections.
  process.report.excludeNetwork = true
  const { glibcVersionRuntime } = platform === 'linux' ? process.report.getReport().header : {}
  return missingPrograms(root, {
    platform,
    arch,
    libc: glibcVersionRuntime ? 'glibc' : 'musl',
    needsPostgres: !hasDatabaseUrl(),
  })
}

function hasDatabaseUrl() {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return true
  const file = join(root, '.env')
  return (
    existsSync(file) && /^\s*(export\s+)?DATABASE_URL(_FILE)?\s*=[ \t]*\S/m.test(readFileSync(file, 'utf8'))
  )
}

function systemNode(path) {
  return existsSync(path) && !path.startsWith(join(root, 'node_modules')) ? path : process.execPath
}

function npmReason({ message, output = '' }) {
  const lines = output.match(/^npm (error|ERR!) .*$/gm)?.map((line) => line.replace(/^npm \S+ /, '')) ?? []
  return (
    lines
      .filter((line) => !/^A complete log|^$/.test(line))
      .slice(0, 3)
      .join(' ') || message
  )
}

/** The Node that npm scripts use: the one in node_modules, else the system's. */
function nodeForTheApp() {
  const bundled = join(root, 'node_modules/.bin/node')
  const path = existsSync(bundled) ? realpathSync(bundled) : process.execPath
  const version = path === realpathSync(process.execPath) ? process.version : versionOf(path)
  if (!version) stop(`The Node among the packages (${bundled}) does not run on this machine`)
  if (isAtLeast(version, leastNode)) return path
  return stop(
    `No Node for ${process.platform}-${process.arch} comes with the packages and this one is ${version}: ` +
      `install Node ${leastNode.join('.')} or newer`,
  )
}

function versionOf(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

async function build() {
  const word = fingerprint(root)
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  try {
    await timed('Building', node, [cli, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  } catch (error) {
    process.stderr.write(error.output ?? '')
    stop(`The build failed (npm run build): ${error.message}`)
  }
  compactRouteManifest(join(root, 'build/client/assets'))
  compressFiles(join(root, 'build/client'))
  fillCompileCache()
  markBuilt(root, word)
}

// A process that finds compiled modules does not load Node's TypeScript compiler, which takes up to 24 MB.
function fillCompileCache() {
  const script = `await import('./server/supervisor/supervisor.ts'); await import('./server/start.ts'); process.exit(0)`
  spawnSync(node, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
  })
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
