#!/usr/bin/env bash
# Starts or stops a Slurm cluster of one node, this machine, without touching any other Slurm on it.
#
#   one_node_slurm.sh start DIR    prints the SLURM_CONF to use
#   one_node_slurm.sh stop DIR
set -euo pipefail
action=$1 dir=$2

free_port() {  # above $1
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

start() {
  mkdir -p "$dir"/{state,spool,log,run}
  chmod 755 "$dir" "$dir"/*
  head -c 1024 /dev/urandom >"$dir/munge.key"
  chmod 400 "$dir/munge.key"
  munged --force --key-file="$dir/munge.key" --socket="$dir/run/munge.socket" \
    --pid-file="$dir/run/munged.pid" --log-file="$dir/log/munged.log" --seed-file="$dir/run/munged.seed"
  local host controller
  host=$(hostname -s)
  controller=$(free_port 16817)
  cat >"$dir/slurm.conf" <<CONF
ClusterName=tavlab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmdPort=$(free_port $((controller + 1)))
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobRequeue=1
RequeueExit=99
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=work Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$dir/slurm.conf
  slurmctld -c
  slurmd
  for _ in $(seq 60); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.5  # for the daemons to come up, not part of the test
  done
  sinfo -h -o %T | grep -q idle || { echo "the node did not come up" >&2; tail -n 5 "$dir"/log/* >&2; exit 1; }
  echo "$SLURM_CONF"
}

gone() {  # waits until a process has ended, so that it writes no more into the folder
  for _ in $(seq 100); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
}

stop() {
  local pid
  for pid in "$dir"/run/{slurmctld,slurmd,munged}.pid; do
    pid=$(cat "$pid" 2>/dev/null) && kill "$pid" 2>/dev/null && gone "$pid"
  done
  return 0
}

"$action"
