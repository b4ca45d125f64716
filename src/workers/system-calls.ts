// The system calls that a caged worker may not make, and the filter that tells the kernel so (seccomp).

/** Numbers on x64 and arm64. Undefined: that processor has no such call. */
type Numbers = readonly [x64: number, arm64: number | undefined]

/** These answer EPERM: none of them is needed to decode a picture or to run a network. */
const forbidden: Readonly<Record<string, Readonly<Record<string, Numbers>>>> = {
  // A pair of sockets that are joined to each other is still allowed: pipes to ffmpeg are made of it.
  'reaching out': {
    socket: [41, 198],
    connect: [42, 203],
    accept: [43, 202],
    bind: [49, 200],
    listen: [50, 201],
    accept4: [288, 242],
  },
  'processes beside it': {
    ptrace: [101, 117],
    // Who leaves its group is not ended with it.
    setpgid: [109, 154],
    setsid: [112, 157],
    rt_sigqueueinfo: [129, 138],
    setpriority: [141, 140],
    sched_setparam: [142, 118],
    sched_setscheduler: [144, 119],
    tkill: [200, 130],
    sched_setaffinity: [203, 122],
    ioprio_set: [251, 30],
    migrate_pages: [256, 238],
    move_pages: [279, 239],
    rt_tgsigqueueinfo: [297, 240],
    process_vm_readv: [310, 270],
    process_vm_writev: [311, 271],
    kcmp: [312, 272],
    sched_setattr: [314, 274],
    pidfd_send_signal: [424, 424],
    pidfd_open: [434, 434],
    pidfd_getfd: [438, 438],
    process_madvise: [440, 440],
    process_mrelease: [448, 448],
  },
  'memory that others may hold, and programs without a file': {
    shmget: [29, 194],
    shmat: [30, 196],
    shmctl: [31, 195],
    semget: [64, 190],
    msgget: [68, 186],
    mq_open: [240, 180],
    memfd_create: [319, 279],
    execveat: [322, 281],
    memfd_secret: [447, 447],
  },
  'files by other ways than their path': {
    mknod: [133, undefined],
    mknodat: [259, 33],
    fanotify_init: [300, 262],
    name_to_handle_at: [303, 264],
    open_by_handle_at: [304, 265],
  },
  'roots, mounts and namespaces': {
    pivot_root: [155, 41],
    chroot: [161, 51],
    mount: [165, 40],
    umount2: [166, 39],
    unshare: [272, 97],
    setns: [308, 268],
    open_tree: [428, 428],
    move_mount: [429, 429],
    fsopen: [430, 430],
    fsconfig: [431, 431],
    fsmount: [432, 432],
    fspick: [433, 433],
    mount_setattr: [442, 442],
  },
  // Where programs that broke out of a process have most often found a fault of the kernel.
  'parts of the kernel that decoders do not need': {
    syslog: [103, 116],
    uselib: [134, undefined],
    personality: [135, 92],
    vhangup: [153, 58],
    modify_ldt: [154, undefined],
    adjtimex: [159, 171],
    acct: [163, 89],
    settimeofday: [164, 170],
    swapon: [167, 224],
    swapoff: [168, 225],
    reboot: [169, 142],
    sethostname: [170, 161],
    setdomainname: [171, 162],
    iopl: [172, undefined],
    ioperm: [173, undefined],
    init_module: [175, 105],
    delete_module: [176, 106],
    quotactl: [179, 60],
    clock_settime: [227, 112],
    kexec_load: [246, 104],
    add_key: [248, 217],
    request_key: [249, 218],
    keyctl: [250, 219],
    perf_event_open: [298, 241],
    clock_adjtime: [305, 266],
    finit_module: [313, 273],
    kexec_file_load: [320, 294],
    bpf: [321, 280],
    userfaultfd: [323, 282],
    quotactl_fd: [443, 443],
  },
}

/** These answer ENOSYS, as of a kernel without them: programs then take the older call, which can be looked into. */
const unknown: Readonly<Record<string, Numbers>> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  clone3: [435, 435],
}

/** Calls that are allowed for some values of their first argument. */
const looked: Readonly<Record<'kill' | 'tgkill' | 'prlimit64' | 'clone', Numbers>> = {
  kill: [62, 129],
  tgkill: [234, 131],
  prlimit64: [302, 261],
  clone: [56, 220],
}

/** `mseal` of Linux 6.10. Whatever came later is unknown to this table. */
const LAST_KNOWN = 462
/** Calls of x64 by another table of numbers, with this bit set, would pass every comparison. */
const OTHER_TABLE = 0x4000_0000
const architectures = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const
/** The flags of `clone` that make a namespace. */
const NEW_NAMESPACE = 0x7e02_0000

const [EPERM, ENOSYS] = [1, 38]
const ALLOW = 0x7fff_0000
const KILL_PROCESS = 0x8000_0000
const refuse = (errno: number) => 0x0005_0000 | errno

/** Places of `struct seccomp_data`; of an argument its lower half. */
const [AT_NUMBER, AT_ARCHITECTURE, AT_FIRST_ARGUMENT] = [0, 4, 16]
const [LOAD, JUMP_EQUAL, JUMP_GREATER, JUMP_BITS, RETURN] = [0x20, 0x15, 0x25, 0x45, 0x06]

/** Stand in the filter for the process that it is laid on, which is known only there. */
const OWN_PID = 0x0bad_c0de
const OWN_GROUP = 0x0bad_c0df

/** The program as the kernel takes it, in hex; undefined on a processor for which there is no table. */
export function seccompFilter(architecture: string): string | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined
  const column = architecture === 'x64' ? 0 : 1
  const numbers = (table: Readonly<Record<string, Numbers>>) =>
    Object.values(table).flatMap((pair) => pair[column] ?? [])
  const own = [0, OWN_PID, OWN_GROUP]
  const program = [
    step(LOAD, AT_ARCHITECTURE),
    ...unless(JUMP_EQUAL, architectures[architecture], KILL_PROCESS),
    step(LOAD, AT_NUMBER),
    ...(architecture === 'x64' ? when(JUMP_BITS, OTHER_TABLE, KILL_PROCESS) : []),
    ...when(JUMP_GREATER, LAST_KNOWN, refuse(ENOSYS)),
    ...numbers(unknown).flatMap((number) => when(JUMP_EQUAL, number, refuse(ENOSYS))),
    ...Object.values(forbidden)
      .flatMap(numbers)
      .flatMap((number) => when(JUMP_EQUAL, number, refuse(EPERM))),
    ...ofCall(
      looked.kill[column],
      own.flatMap((pid) => when(JUMP_EQUAL, pid, ALLOW)),
      refuse(EPERM),
    ),
    ...ofCall(looked.tgkill[column], when(JUMP_EQUAL, OWN_PID, ALLOW), refuse(EPERM)),
    ...ofCall(looked.prlimit64[column], when(JUMP_EQUAL, 0, ALLOW), refuse(EPERM)),
    ...ofCall(looked.clone[column], when(JUMP_BITS, NEW_NAMESPACE, refuse(EPERM)), ALLOW),
    step(RETURN, ALLOW),
  ]
  return Buffer.concat(program).toString('hex')
}

/** One `struct sock_filter`: what to do, how many steps to skip when true and when false, and a value. */
function step(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}

const when = (test: number, value: number, answer: number): Buffer[] => [
  step(test, value, 0, 1),
  step(RETURN, answer),
]
const unless = (test: number, value: number, answer: number): Buffer[] => [
  step(test, value, 1, 0),
  step(RETURN, answer),
]

/** The steps look at the first argument of this one call; no other call gets to them. */
function ofCall(number: number | undefined, steps: readonly Buffer[], otherwise: number): Buffer[] {
  if (number === undefined) return []
  return [
    step(JUMP_EQUAL, number, 0, steps.length + 2),
    step(LOAD, AT_FIRST_ARGUMENT),
    ...steps,
    step(RETURN, otherwise),
  ]
}
