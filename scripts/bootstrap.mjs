// Runs before `npm start`, `npm test` and `npm run dev`, on the Node of the system and before any package is
// there: plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './bootstrap/compress.mjs'
import { isInstalled } from './bootstrap/packages.mjs'
import { timed } from './bootstrap/run.mjs'
import { fingerprint, isBuilt, markBuilt } from './bootstrap/sources.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const leastNode = [24, 16]

if (!isInstalled(root)) await install()
const node = nodeForTheApp()
if (process.argv.includes('--build') && !isBuilt(root)) await build()

async function install() {
  // npm runs this script with the Node of node_modules where there is one; npm itself must not stand on what it removes.
  const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env
  const [command, ...before] = npm && npmNode ? [systemNode(npmNode), npm] : ['npm']
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

/** The Node that npm scripts find first: the one among the packages, else the system's. */
function nodeForTheApp() {
  const bundled = join(root, 'node_modules/.bin/node')
  const path = existsSync(bundled) ? realpathSync(bundled) : process.execPath
  const version = path === realpathSync(process.execPath) ? process.version : versionOf(path)
  if (!version) stop(`The Node among the packages (${bundled}) does not run on this machine`)
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return path
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
  compressFiles(join(root, 'build/client'))
  markBuilt(root, word)
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
