//! A module with the values of its overrides, and everything that is known before execution: constants, override
//! expressions (WGSL §8.3), the lengths of arrays and the workgroup size.

use naga::{ArraySize, EntryPoint, Expression, Handle, Module, TypeInner};

use super::frame;
use super::number::Number;
use super::value::Value;

type Result<T> = std::result::Result<T, String>;

pub struct Program<'a> {
    pub module: &'a Module,
    /// By the index of the handle.
    overrides: Vec<Number>,
}

impl<'a> Program<'a> {
    /// `given` are the values that the pipeline sets, by the `@id` of an override or its name; `0.0` is `false`.
    pub fn new(module: &'a Module, given: &[(String, f64)]) -> Result<Self> {
        let mut program = Self {
            module,
            overrides: Vec::new(),
        };
        for (_, declared) in module.overrides.iter() {
            let TypeInner::Scalar(scalar) = module.types[declared.ty].inner else {
                return Err("an override that is no scalar".to_owned());
            };
            let key = declared.id.map(|id| id.to_string()).or_else(|| declared.name.clone());
            let value = given.iter().find(|(known, _)| Some(known) == key.as_ref());
            let number = match (value, declared.init) {
                (Some(&(_, value)), _) => Number::given(scalar, value),
                (None, Some(init)) => program.constant(init)?.number()?,
                (None, None) => return Err(format!("no value for the override {key:?}")),
            };
            program.overrides.push(number);
        }
        Ok(program)
    }

    /// The value of an override. The overrides that it depends on precede it in the module.
    pub fn override_value(&self, handle: Handle<naga::Override>) -> Result<Value> {
        let number = self.overrides.get(handle.index());
        let number = number.ok_or("an override that is computed from a later one")?;
        Ok(Value::Number(*number))
    }

    /// The value of a constant or override expression of the module.
    pub fn constant(&self, handle: Handle<Expression>) -> Result<Value> {
        match self.module.global_expressions[handle] {
            Expression::Constant(constant) => self.constant(self.module.constants[constant].init),
            ref expression => frame::pure(self, expression, &mut |operand| self.constant(operand)),
        }
    }

    /// The length of an array that is known before execution.
    pub fn length(&self, size: ArraySize) -> Result<usize> {
        match size {
            ArraySize::Constant(length) => Ok(length.get() as usize),
            ArraySize::Pending(handle) => {
                let length = self.override_value(handle)?.number()?.int();
                usize::try_from(length).map_err(|_| format!("an array of {length} elements"))
            }
            ArraySize::Dynamic => Err("an array without a length".to_owned()),
        }
    }

    pub fn workgroup_size(&self, entry: &EntryPoint) -> Result<[u32; 3]> {
        let mut size = entry.workgroup_size;
        for (extent, computed) in size
            .iter_mut()
            .zip(entry.workgroup_size_overrides.into_iter().flatten())
        {
            if let Some(computed) = computed {
                let value = self.constant(computed)?.number()?.int();
                *extent = u32::try_from(value).map_err(|_| format!("a workgroup size of {value}"))?;
            }
        }
        Ok(size)
    }
}
