// Starts a real S3: Ceph's radosgw over one monitor and one disk in memory, all in a temporary folder.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBucket, type S3Server } from './s3.ts'
import { freePort, openSandbox } from './sandbox.ts'

export const radosgwInstall = 'apt-get install -y --no-install-recommends ceph-mon ceph-osd radosgw'

const programs = ['monmaptool', 'ceph-mon', 'ceph', 'ceph-osd', 'radosgw-admin', 'radosgw']

export function radosgwInstalled(): boolean {
  const folders = (process.env.PATH ?? '').split(':')
  return programs.every((program) => folders.some((folder) => existsSync(join(folder, program))))
}

export async function startRadosgw(): Promise<S3Server> {
  const sandbox = openSandbox('radosgw', 0)
  try {
    const cluster = randomUUID()
    const disk = randomUUID()
    const monitor = `[v2:127.0.0.1:${await freePort()}/0]`
    const endpoint = `127.0.0.1:${await freePort()}`
    const access = {
      endpoint: `http://${endpoint}`,
      region: 'us-east-1',
      accessKeyId: 'selfsame',
      secretAccessKey: 'selfsame-secret',
    }
    const at = (name: string) => join(sandbox.folder, name)
    writeFileSync(at('ceph.conf'), configuration(sandbox.folder, cluster, monitor, endpoint))
    const config = ['-c', at('ceph.conf')]

    await sandbox.run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', monitor, at('monmap')])
    await sandbox.run('ceph-mon', [...config, '-i', 'a', '--mkfs', '--monmap', at('monmap')])
    sandbox.start('ceph-mon', [...config, '-i', 'a', '-f'])
    await sandbox.run('ceph', [...config, '--connect-timeout', '30', 'osd', 'new', disk])
    mkdirSync(at('osd'))
    await sandbox.run('ceph-osd', [...config, '-i', '0', '--mkfs', '--osd-uuid', disk])
    sandbox.start('ceph-osd', [...config, '-i', '0', '-f'])

    const keys = ['--access-key', access.accessKeyId, '--secret-key', access.secretAccessKey]
    const names = ['--uid', 'selfsame', '--display-name', 'selfsame']
    await sandbox.run('radosgw-admin', [...config, 'user', 'create', ...names, ...keys])
    const begin = async () => {
      const child = sandbox.start('radosgw', [...config, '-n', 'client.rgw', '-f'])
      await sandbox.untilReady(child, () => fetch(access.endpoint))
      return child
    }
    let gateway = await begin()
    return {
      ...access,
      bucket: (name) => createBucket(access, name),
      stop: () => sandbox.close(),
      // Only the gateway is stopped, which is what callers reach; the disk is in memory and would lose everything.
      kill: () => void gateway.kill('SIGKILL'),
      async restart() {
        gateway.kill('SIGKILL')
        gateway = await begin()
      },
      pause: () => void gateway.kill('SIGSTOP'),
      resume: () => void gateway.kill('SIGCONT'),
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/** The cluster has no keys, one copy and no wait for proposals, so that it starts in a second. */
function configuration(folder: string, cluster: string, monitor: string, endpoint: string): string {
  return `
[global]
fsid = ${cluster}
mon host = ${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
# radosgw would insist on an encrypted line to the monitor, which there is not without keys
ms mon client mode = crc
keyring = ${folder}/keyring
run dir = ${folder}
crash dir = ${folder}
# stay in the folder, by which the processes are found again
chdir =
admin socket =
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
client mount timeout = 30
rados mon op timeout = 30
paxos propose interval = 0.01
paxos min wait = 0.01
mon data avail crit = 0
mon allow pool size one = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw rados pool pg num min = 1

[mon.a]
mon data = ${folder}/mon

[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 2147483648

[client.rgw]
rgw data = ${folder}
rgw frontends = beast endpoint=${endpoint} tcp_nodelay=1
rgw thread pool size = 32
# any region a caller names is this one
rgw relaxed region enforcement = true
`
}
